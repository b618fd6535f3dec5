import type { Figures } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { Card, CardHeader } from "../../card.tsx";
import { DiscriminationChart } from "./discrimination-chart.tsx";
import { GroupTable } from "./group-table.tsx";
import { ReliabilityChart } from "./reliability-chart.tsx";
import { SkillOverTime } from "./skill-over-time.tsx";

type FiguresViewProps = {
  figures: Figures;
  /** The bin whose predictions are shown, from 0; null for none. */
  chosenBin: number | null;
  onChooseBin: (bin: number) => void;
};

/** Calibration, discrimination, skill over time and by group: of the record, or of a person's own predictions. */
export default function FiguresView({ figures, chosenBin, onChooseBin }: FiguresViewProps) {
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-[3fr_2fr]">
        <Card aria-labelledby="calibration" className="min-w-0">
          <CardHeader
            id="calibration"
            title="Calibration"
            description="Do predictions at 80% come true 80 times in 100?"
          />
          <ReliabilityChart bins={figures.bins} chosen={chosenBin} onChoose={onChooseBin} />
        </Card>
        <Card aria-labelledby="discrimination" className="min-w-0">
          <CardHeader
            id="discrimination"
            title="Beats told from misses"
            description="Probabilities of the reports that beat and of those that missed"
          />
          <DiscriminationChart discrimination={figures.discrimination} />
        </Card>
      </div>
      <Card aria-labelledby="skill">
        <CardHeader
          id="skill"
          title="Skill over time"
          description="Above zero is better than always predicting the base rate"
        />
        <SkillOverTime points={figures.overTime} />
      </Card>
      <Card aria-labelledby="groups">
        <CardHeader
          id="groups"
          title="By group"
          description={`Scores are withheld under ${MIN_SETTLED_FOR_SKILL} settled predictions. Intervals are drawn from whole report days.`}
        />
        <GroupTable groups={figures.groups} />
      </Card>
    </>
  );
}
