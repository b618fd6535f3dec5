import { useSession } from "#lib/session.tsx";
import { ChangePassword } from "./change-password.tsx";
import { SecurityTrail } from "./security-trail.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function SecurityTab() {
  const { user } = useSession();
  if (!user) return <p>User information not available</p>;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <ChangePassword email={user.email} />
        <TwoFactor user={user} />
      </div>
      <div className="flex flex-col gap-6">
        <Sessions />
        <SecurityTrail />
      </div>
    </div>
  );
}
