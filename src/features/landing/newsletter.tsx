import { type FormEvent, useEffect, useState } from "react";
import { messageOf, send } from "#lib/request.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

type State = { step: "idle" | "pending" | "sent"; error?: string };

/** Signs an address up for the newsletter; the mail's link confirms it. */
export function Newsletter() {
  const [state, setState] = useState<State>({ step: "idle" });
  // The page stands before its script does: a form sent in between would put the address into the page's own.
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    if (!/^\S+@\S+\.\S+$/.test(email)) {
      setState({ step: "idle", error: "Please enter a valid email address." });
      return;
    }
    setState({ step: "pending" });
    try {
      await send("/api/newsletter", { method: "POST", body: { email } });
      setState({ step: "sent" });
    } catch (failure) {
      setState({ step: "idle", error: messageOf(failure, "That did not work. Please try again.") });
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-labelledby="newsletter-title">
      <h2 id="newsletter-title" className="text-sm font-semibold">
        Newsletter
      </h2>
      <p className="mb-3 mt-1 text-sm text-muted">
        The week's reports and how our predictions ended. Unsubscribe in one click.
      </p>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Email for the newsletter"
            isLabelHidden
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            error={state.error}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={!isAlive} isLoading={state.step === "pending"}>
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-beat">
        {state.step === "sent" && "Almost done: please open the link in the mail we have just sent."}
      </p>
    </form>
  );
}
