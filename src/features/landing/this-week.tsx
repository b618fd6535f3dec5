import { lazy, Suspense, useEffect, useState } from "react";
import { Section } from "./examples.tsx";

const Live = lazy(() => import("./live.tsx"));

/** Loaded when near: not in the first visit. */
export function ThisWeek() {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const section = document.getElementById("this-week");
    if (!section) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: "600px",
    });
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return (
    <Section
      id="this-week"
      eyebrow="Live"
      title="This week’s board"
      text="Who reports, how large they are, and how often similar companies beat. Reported tiles turn to our verdict."
      isRaised
    >
      <div className="min-h-300">
        {isNear && (
          <Suspense fallback={null}>
            <Live />
          </Suspense>
        )}
      </div>
    </Section>
  );
}
