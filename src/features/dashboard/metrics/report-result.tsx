import { useState } from "react";
import { Link } from "react-router";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { REPORT_NEEDS_EMAIL_MESSAGE, type ResultReport, resultReportSchema } from "#contract/record.ts";
import { easternDay } from "#contract/time.ts";
import { calendarQuarter, dayInSentence } from "#lib/dates.ts";
import { useSession } from "#lib/session.tsx";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { submitReportedResult } from "../api.ts";

export function ReportResult({ awaited }: { awaited: readonly PredictionHistoryItem[] }) {
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const today = easternDay(new Date());
  const due = awaited.filter(({ reportDate }) => reportDate !== null && reportDate <= today);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        Report Actual Result
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Report Actual Result"
        description="Results are settled automatically from the market source. The figure and link you send are kept as evidence for a review. We do not publish them, and they settle nothing on their own."
      >
        {user && !user.isEmailVerified ? (
          <Notice tone="info" title={REPORT_NEEDS_EMAIL_MESSAGE}>
            We sent you a link. You can ask for it again in{" "}
            <Link to="/account" className="link">
              your account
            </Link>
            .
          </Notice>
        ) : due.length > 0 ? (
          <ReportForm due={due} onDone={close} />
        ) : (
          <NothingDue awaited={awaited} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

function NothingDue({
  awaited,
  onClose,
}: {
  awaited: readonly PredictionHistoryItem[];
  onClose: () => void;
}) {
  const next = awaited.flatMap(({ reportDate, stock }) => (reportDate ? [{ reportDate, stock }] : []));
  const first = next.toSorted((a, b) => a.reportDate.localeCompare(b.reportDate))[0];
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {first
          ? `None of the companies you are waiting for has reported yet. The next one is ${first.stock.symbol}, ${dayInSentence(first.reportDate, new Date())}.`
          : "None of your predictions is waiting for a report."}
      </p>
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function ReportForm({ due, onDone }: { due: readonly PredictionHistoryItem[]; onDone: () => void }) {
  const [id, setId] = useState(due[0]?.id ?? "");
  const chosen = due.find((item) => item.id === id);
  const [eps, setEps] = useState("");
  const [url, setUrl] = useState("");
  const parsed = resultReportSchema.safeParse({ eps: eps.trim() === "" ? Number.NaN : Number(eps), url });
  const wrong = (field: string) =>
    !parsed.success && parsed.error.issues.some(({ path }) => path[0] === field);
  const [isSent, setIsSent] = useState(false);
  const { isPending, message, run } = useAction<ResultReport>({
    call: (figure) => submitReportedResult(id, figure),
    success: { title: "Result Reported", description: "Thank you. We keep it for the review." },
    failure: { fallback: "The result could not be sent. Please try again." },
    onSuccess: onDone,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (parsed.success) run(parsed.data);
      }}
    >
      <SelectField
        label="Prediction"
        value={id}
        onChange={(event) => setId(event.target.value)}
        options={due.map((item) => ({
          value: item.id,
          label: `${item.stock.symbol}, quarter to ${item.fiscalQuarterEnd ? calendarQuarter(item.fiscalQuarterEnd) : "—"}`,
        }))}
      />
      <TextField
        label={`Reported EPS${chosen?.currency ? `, in ${chosen.currency}` : ""}`}
        inputMode="decimal"
        hint="On the same basis as the consensus, usually adjusted (non-GAAP)"
        value={eps}
        error={isSent && wrong("eps") ? "Enter a number such as 1.52 or -0.08." : null}
        onChange={(event) => setEps(event.target.value)}
      />
      <TextField
        label="Source link"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
        value={url}
        error={isSent && wrong("url") ? "Enter the address of a public page that shows the figure." : null}
        onChange={(event) => setUrl(event.target.value)}
      />
      {message && (
        <Notice tone="danger" isAnnounced>
          {message}
        </Notice>
      )}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isLoading={isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}
