import type { ReactNode } from "react";
import { DocumentShell } from "#ui/domain/shell/document-shell.tsx";

export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  effective: string;
  summary: ReactNode;
  sections: readonly LegalSection[];
};

export function LegalPage({ title, effective, summary, sections }: LegalPageProps) {
  return (
    <DocumentShell>
      <div className="page-width grid grid-cols-1 gap-x-14 gap-y-10 py-10 lg:grid-cols-[15rem_minmax(0,44rem)] sm:py-14">
        <header className="lg:col-start-2">
          <h1 className="heading-1">{title}</h1>
          <p className="mt-2 text-muted">Effective {effective}</p>
          <div className="mt-6 rounded-lg border border-line bg-surface p-5">
            <h2 className="heading-3">In short</h2>
            <div className="mt-2 text-muted">{summary}</div>
          </div>
        </header>
        <nav aria-label="Contents" className="lg:row-start-1 lg:row-span-2">
          <div className="lg:sticky lg:top-20">
            <h2 className="eyebrow">Contents</h2>
            <ol className="mt-3 flex flex-col">
              {sections.map((section, index) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="inline-block py-1 text-sm text-muted hover:text-ink hover:underline rounded-sm focus-ring"
                  >
                    {index + 1}. {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        </nav>
        <article className="flex flex-col gap-9 lg:col-start-2">
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`} className="heading-2">
                {index + 1}. {section.title}
              </h2>
              <div className="mt-3 flex flex-col gap-3 [&_li]:ml-5 [&_li]:list-disc [&_ul]:flex [&_ul]:flex-col [&_ul]:gap-1.5">
                {section.body}
              </div>
            </section>
          ))}
        </article>
      </div>
    </DocumentShell>
  );
}

export function ContactAddress({ name }: { name: "privacy" | "support" }) {
  const address = `${name}@%HOST%`;
  return (
    <a href={`mailto:${address}`} className="link">
      {address}
    </a>
  );
}
