import { profileUpdateSchema, type User } from "#contract/account.ts";
import { plainIssue } from "#contract/issues.ts";
import { longDate } from "#lib/dates.ts";
import { useSession } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField, TextField } from "#ui/field.tsx";
import { saveProfile } from "../api.ts";

export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { setUser } = useSession();
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => ({
      fullName: entry("fullName"),
      phone: entry("phone"),
      company: entry("company"),
      location: entry("location"),
      bio: entry("bio"),
    }),
    check: (profile) => {
      const checked = profileUpdateSchema.safeParse(profile, { error: plainIssue });
      if (checked.success) return null;
      const fields: Record<string, string> = {};
      for (const { path, message } of checked.error.issues) fields[String(path[0])] ??= message;
      return { fields };
    },
    call: (profile) => saveProfile(profileUpdateSchema.parse(profile)),
    success: {
      title: "Profile Updated",
      description: "Your account information has been successfully updated.",
    },
    failure: {
      title: "Update Failed",
      fallback: "Failed to update your profile. Please try again.",
    },
    onSuccess: (saved) => {
      setUser(saved.user);
      onDone();
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          defaultValue={user.fullName ?? ""}
          error={errorOf("fullName")}
          autoFocus
        />
        <TextField label="Email" value={user.email} readOnly hint="Email cannot be changed" />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={user.phone ?? ""}
          error={errorOf("phone")}
        />
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          defaultValue={user.company ?? ""}
          error={errorOf("company")}
        />
        <TextField
          label="Location"
          name="location"
          autoComplete="address-level2"
          defaultValue={user.location ?? ""}
          error={errorOf("location")}
        />
        <TextField label="Member Since" value={longDate(user.createdAt)} readOnly />
      </div>
      <TextAreaField
        label="Bio"
        name="bio"
        defaultValue={user.bio ?? ""}
        error={errorOf("bio")}
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
