import { useState } from "react";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { SubscribeLink } from "./subscribe-link.tsx";
import { TwoFactorForm } from "./two-factor-form.tsx";

const tabs = [
  { value: "signin", label: "Sign In" },
  { value: "signup", label: "Sign Up" },
] as const;
type Tab = (typeof tabs)[number]["value"];

/** Sign-in and sign-up side by side, and the second factor in their place when an account asks for it. */
export function AuthTabs() {
  const [tab, setTab] = useState<Tab>("signin");
  const [ticket, setTicket] = useState<string | null>(null);

  if (ticket) return <TwoFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  return (
    <>
      <div>
        <h1 className="heading-1">{tab === "signin" ? "Sign in to Beatcast" : "Create your account"}</h1>
        <p className="mt-1 text-muted">AI-powered earnings prediction platform</p>
      </div>
      <Tabs label="Account access" tabs={tabs} value={tab} onChange={setTab}>
        <TabPanel value="signin">
          <SignInForm onTwoFactor={setTicket} />
        </TabPanel>
        <TabPanel value="signup">
          <SignUpForm />
        </TabPanel>
      </Tabs>
      <SubscribeLink />
    </>
  );
}
