import { useEffect, useState } from "react";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { subscribeToNewsletter } from "./api.ts";

/** Signs an address up for the newsletter; the mail's link confirms it. */
export function Newsletter() {
  // The page stands before its script does: a form sent in between would put the address into the page's own.
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);

  const { isPending, isSuccess, errorOf, onSubmit } = useForm({
    read: (entry) => entry("email").trim(),
    check: (email) =>
      /^\S+@\S+\.\S+$/.test(email) ? null : { fields: { email: "Please enter a valid email address." } },
    call: subscribeToNewsletter,
    failure: { fallback: "That did not work. Please try again." },
    fieldOf: () => "email",
  });

  return (
    <form onSubmit={onSubmit} noValidate aria-labelledby="newsletter-title">
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
            error={errorOf("email")}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={!isAlive} isLoading={isPending}>
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-positive">
        {isSuccess && "Almost done: please open the link in the mail we have just sent."}
      </p>
    </form>
  );
}
