import { type FormEvent, useState } from "react";
import { type ProfileUpdate, profileUpdateSchema, type User, userResponseSchema } from "#contract/account.ts";
import { plainIssue } from "#contract/issues.ts";
import { apiFetch } from "#lib/api.ts";
import { longDate } from "#lib/dates.ts";
import { messageOf, RequestError } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField, TextField } from "#ui/field.tsx";

type Field = keyof ProfileUpdate;
type Errors = Partial<Record<Field, string>>;

/** The profile's fields, checked by the same schema as on the server. Cancel leaves everything as it was. */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { setUser } = useSession();
  const [errors, setErrors] = useState<Errors>({});
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = profileUpdateSchema.safeParse(Object.fromEntries(new FormData(form)), {
      error: plainIssue,
    });
    const problems = checked.success ? {} : errorsOf(checked.error.issues);
    setErrors(problems);
    if (!checked.success) {
      form.querySelector<HTMLElement>(`[name=${Object.keys(problems)[0]}]`)?.focus();
      return;
    }
    setIsPending(true);
    try {
      const body = checked.data;
      setUser((await apiFetch(userResponseSchema, "/api/auth/profile", { method: "PUT", body })).user);
      showToast({
        tone: "success",
        title: "Profile Updated",
        description: "Your account information has been successfully updated.",
      });
      onDone();
    } catch (failure) {
      if (failure instanceof RequestError) setErrors(failure.body?.fields ?? {});
      const description = messageOf(failure, "Failed to update your profile. Please try again.");
      showToast({ tone: "destructive", title: "Update Failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          defaultValue={user.fullName ?? ""}
          error={errors.fullName}
          autoFocus
        />
        <TextField label="Email" value={user.email} readOnly hint="Email cannot be changed" />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={user.phone ?? ""}
          error={errors.phone}
        />
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          defaultValue={user.company ?? ""}
          error={errors.company}
        />
        <TextField
          label="Location"
          name="location"
          autoComplete="address-level2"
          defaultValue={user.location ?? ""}
          error={errors.location}
        />
        <TextField label="Member Since" value={longDate(user.createdAt)} readOnly />
      </div>
      <TextAreaField
        label="Bio"
        name="bio"
        defaultValue={user.bio ?? ""}
        error={errors.bio}
        hint="Up to 500 characters."
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" isLoading={isPending}>
          {isPending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {};
  for (const { path, message } of issues) errors[String(path[0]) as Field] ??= message;
  return errors;
}
