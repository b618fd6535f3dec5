import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import type { SignInMethods } from "#contract/sign-in-methods.ts";
import { dateAndTime } from "#lib/dates.ts";
import { redirectToProvider } from "#lib/sign-in-methods.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/icons.tsx";
import { signInMethodsQuery, unlinkSignIn } from "../api.ts";
import { ReauthenticationStep } from "../password-step.tsx";

type Provider = SignInMethods["providers"][number];

export function LinkedSignIns() {
  const { pathname, search } = useLocation();
  const { data } = useQuery(signInMethodsQuery());
  const [unlinking, setAsked] = useState<Provider | null>(null);
  if (!data || data.providers.length === 0) return null;
  const done = () => setAsked(null);
  const name = unlinking?.name ?? "";
  return (
    <Card aria-labelledby="linked-title">
      <CardHeader
        id="linked-title"
        icon={<Link />}
        title="Linked Sign-Ins"
        description="Accounts elsewhere that sign you in here."
      />
      <ul className="flex flex-col divide-y divide-line">
        {data.providers.map((provider) => (
          <li key={provider.id} className="flex items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-medium">{provider.name}</p>
              <p className="text-sm text-muted">
                {provider.linkedAt ? `Linked ${dateAndTime(provider.linkedAt)}` : "Not linked"}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => setAsked(provider)}
              aria-label={`${provider.linkedAt ? "Unlink" : "Link"} ${provider.name}`}
            >
              {provider.linkedAt ? "Unlink" : "Link"}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={unlinking !== null}
        onClose={done}
        isAlert={Boolean(unlinking?.linkedAt)}
        title={unlinking?.linkedAt ? `Unlink ${name}?` : `Link ${name}`}
      >
        {unlinking?.linkedAt ? (
          <ReauthenticationStep
            text={`Your account at ${name} does not sign you in here any more.`}
            button={{ label: "Unlink", pendingLabel: "Unlinking...", variant: "danger" }}
            failure={`${name} could not be unlinked. Please try again.`}
            call={(proof) => unlinkSignIn(unlinking.id, proof)}
            success={{ title: "Sign-in unlinked", description: `${name} does not sign you in any more.` }}
            onDone={done}
          />
        ) : (
          unlinking && (
            <ReauthenticationStep
              text={`You sign in at ${name} and come back. From then on ${name} signs you in here too.`}
              button={{ label: `Go to ${name}`, pendingLabel: "Leaving..." }}
              failure={`${name} does not answer. Please try again.`}
              call={(proof) =>
                redirectToProvider(unlinking.id, { intent: "link", returnTo: pathname + search, ...proof })
              }
              onDone={done}
            />
          )
        )}
      </Dialog>
    </Card>
  );
}
