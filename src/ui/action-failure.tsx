/** Toasts only confirm, but for those of the specification. */
export function ActionFailure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="text-sm text-danger text-pretty">
      {message}
    </p>
  );
}
