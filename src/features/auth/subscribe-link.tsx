/** Leads a person without a plan to the prices. */
export function SubscribeLink() {
  return (
    <p className="text-center text-sm text-muted">
      New to Beatcast?{" "}
      <a href="/#pricing" className="link">
        Subscribe to get started
      </a>
    </p>
  );
}
