import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/loading.tsx";

const sections = ["strategies", "transparency", "news", "technical", "social"];

export function ResultSkeleton() {
  return (
    <div aria-busy="true" aria-label="The result is on its way" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-5 w-3/4 max-w-md" />
      <Card as="div" className="!p-4 sm:!p-6">
        <Skeleton className="h-7 w-2/3 max-w-xs" />
        <Skeleton className="mt-3 h-4 w-full max-w-md" />
        <div className="mt-5 flex items-center gap-5">
          <Skeleton className="size-28 shrink-0 !rounded-full sm:size-36" />
          <div className="flex flex-1 flex-col gap-4">
            <Skeleton className="h-6 w-full max-w-sm" />
            <Skeleton className="h-3 w-full !rounded-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
        <div className="mt-6 grid grid-cols-2 gap-6 border-t border-line pt-5 md:grid-cols-3">
          {["for", "against", "move"].map((name) => (
            <div key={name} className="flex flex-col gap-2.5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          ))}
        </div>
        <div className="mt-6 grid grid-cols-2 gap-4 border-t border-line pt-5 lg:grid-cols-4">
          {["expected", "consensus", "date", "sentiment"].map((name) => (
            <div key={name} className="flex flex-col gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-6 w-1/2" />
            </div>
          ))}
        </div>
      </Card>
      {sections.map((name) => (
        <Card key={name} as="div" className="!py-4">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2.5 h-5 w-full max-w-lg" />
        </Card>
      ))}
    </div>
  );
}
