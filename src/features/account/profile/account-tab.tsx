import { useSession } from "#lib/session.tsx";
import { ConfirmNotice } from "#widgets/confirm-notice.tsx";
import { AccountStatus } from "./account-status.tsx";
import { ProfileCard } from "./profile-card.tsx";

/** Who the person is, and what their account allows. */
export default function AccountTab() {
  const { user } = useSession();
  if (!user) return <p>User information not available</p>;
  return (
    <div className="flex flex-col gap-6">
      {!user.isEmailVerified && (
        <ConfirmNotice email={user.email} title="Please confirm your email address">
          We sent you a link. It proves that the address is yours, so that we reach you when it matters.
        </ConfirmNotice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ProfileCard user={user} />
        <AccountStatus user={user} />
      </div>
    </div>
  );
}
