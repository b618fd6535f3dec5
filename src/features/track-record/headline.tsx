import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { driftFindingText, type RecalibrationProposal } from "#contract/drift.ts";
import type { Figures, RecordKind } from "#contract/figures.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { TrackRecord } from "#contract/record.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { counted, fixed, number, percent } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { skillIntervalText, skillText } from "#ui/domain/record-figures/texts.ts";
import { GlossaryTerm } from "#ui/domain/term.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { Cell, Table } from "#ui/table.tsx";
import { calibrationDriftQuery, recordListQuery } from "./api.ts";
import { RecordTable } from "./record-table.tsx";

type HeadlineProps = { figures: Figures; counts: TrackRecord["counts"] };

export function RecordHeadline({ figures, counts }: HeadlineProps) {
  const { n, correct, beats, score, tossUps } = figures;
  return (
    <Card aria-labelledby="headline">
      <CardHeader
        id="headline"
        title={counted(n, "settled prediction")}
        description={
          score
            ? "A percentage alone says little. Compare it with what always making the same prediction would have scored."
            : `No percentage yet: that takes at least ${MIN_SETTLED_FOR_SKILL} settled predictions. Until then they are only counted.`
        }
      />
      <dl className="grid grid-cols-2 gap-x-5 gap-y-6 sm:grid-cols-3">
        <Figure
          label="Right"
          value={`${number(correct)} of ${number(n)}`}
          note={
            score &&
            `${percent(correct / n, 1)} of all; ${number(n - correct)} wrong; ${number(tossUps.n)} of all were toss-ups`
          }
        />
        {score && (
          <>
            <Figure
              label="Always predicting “beat”"
              value={number(beats)}
              note={`${percent(beats / n, 1)} would have been right`}
            />
            <Skill
              label={
                <>
                  Skill over the <GlossaryTerm name="baseRate">base rate</GlossaryTerm>
                </>
              }
              skill={score.skill}
              interval={score.skillInterval}
            />
          </>
        )}
      </dl>
      <div className="mt-5">
        <Table caption="Table of the other figures">
          <tbody>
            {score && (
              <>
                <Row name="Skill over always predicting “beat”">
                  {skillText(score.beatSkill)}
                  {score.beatSkillInterval && `, 95% interval ${skillIntervalText(score.beatSkillInterval)}`}
                </Row>
                <Row name={<GlossaryTerm name="brier">Brier score</GlossaryTerm>}>
                  {fixed(score.brier, 4)}; base rate {fixed(score.baseBrier, 4)}, always “beat”{" "}
                  {fixed(score.alwaysBeatBrier, 4)}
                </Row>
              </>
            )}
            <Row name="Toss-ups, counted above">
              {tossUps.n === 0 ? "none" : `${number(tossUps.n)}, of which ${number(tossUps.correct)} right`}
            </Row>
            <Row name="Awaiting their report">{number(counts.pending)}</Row>
            <Row name="Under review">{number(counts.review ?? 0)}</Row>
            <Row name="Void, no usable figure was published">{number(counts.void)}</Row>
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <Cell>{name}</Cell>
      <Cell isNumeric>{children}</Cell>
    </tr>
  );
}

type SkillProps = { label: ReactNode; skill: number | null; interval: { low: number; high: number } | null };

function Skill({ label, skill, interval }: SkillProps) {
  const note = interval ? `95% interval ${skillIntervalText(interval)}` : "no interval: too few days";
  return <Figure label={label} value={skillText(skill)} note={note} />;
}

export function DriftNote() {
  const { data, error, refetch, isFetching } = useQuery(calibrationDriftQuery());
  if (error)
    return (
      <LoadFailure
        title="Whether our probabilities have drifted could not be loaded"
        query={{ error, refetch, isFetching }}
      />
    );
  const newest = data?.newest;
  if (!newest || newest.findings.length === 0) return null;
  const { firstDay, lastDay, findings, proposals } = newest;
  return (
    <Notice tone="warn" title="Our probabilities have drifted">
      <p>
        Of the predictions settled from {firstDay} to {lastDay}, these are further from their outcomes than we
        tolerate:
      </p>
      <ul className="my-2 list-disc pl-5">
        {findings.map((finding) => (
          <li key={`${finding.sector} ${finding.kind}`}>
            {driftFindingText(finding)} Since week {finding.since}.
          </li>
        ))}
      </ul>
      {proposals.map((proposal) => (
        <p key={proposal.version}>{proposalText(proposal)}</p>
      ))}
      <p>What is locked never changes.</p>
    </Notice>
  );
}

function proposalText({ version, tested: { n, brier } }: RecalibrationProposal): string {
  return `A recalibration is proposed as version ${version}. Fitted on the older predictions, it takes the Brier score of the newest ${n} from ${fixed(brier.before, 4)} to ${fixed(brier.after, 4)}. A person decides whether later predictions use it.`;
}

const SHOWN = 6;

export function RightAndWrong({ kind, figures: { n, correct } }: { kind: RecordKind; figures: Figures }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Side outcome="wrong" title={`Latest wrong predictions, ${number(n - correct)} in all`} kind={kind} />
      <Side outcome="correct" title={`Latest right predictions, ${number(correct)} in all`} kind={kind} />
    </div>
  );
}

type SideProps = { outcome: "wrong" | "correct"; title: string; kind: RecordKind };

function Side({ outcome, title, kind }: SideProps) {
  const word = outcome === "wrong" ? "wrong" : "right";
  const list = useInfiniteQuery(recordListQuery({ outcome, kind }));
  const items = list.data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  return (
    <Card aria-labelledby={`latest-${word}`}>
      <CardHeader id={`latest-${word}`} title={title} />
      {list.isPending && <SkeletonLines lines={5} />}
      {list.isError && <LoadFailure title="The list could not be loaded" query={list} />}
      {list.isSuccess && items.length === 0 && <p className="text-muted">No {word} prediction yet.</p>}
      {items.length > 0 && (
        <RecordTable caption={`Table of the latest ${word} predictions`} items={items} kind={kind} isShort />
      )}
    </Card>
  );
}

export function SimulatedNotice({ dataMode, replayed }: { dataMode: DataMode; replayed: number }) {
  if (dataMode !== "sample") return null;
  return (
    <Notice tone="warn" title="Simulated market">
      The largest companies have their real names, but all figures are invented, so this record says nothing
      about real companies.
      {replayed > 0 &&
        ` ${counted(replayed, "prediction")} ${replayed === 1 ? "was" : "were"} replayed: the real model computed them later, with what the simulated market knew days before each report.`}
    </Notice>
  );
}
