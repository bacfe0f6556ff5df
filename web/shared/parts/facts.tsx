import type { ComponentChildren } from 'preact'

/** A list of names and values. */
export const Facts = ({ children }: { readonly children: ComponentChildren }) => (
  <dl class="facts">{children}</dl>
)

interface FactProps {
  readonly name: string
  readonly children: ComponentChildren
}

export const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A figure that is read at a glance. */
export const Figure = ({ name, children, note }: FactProps & { readonly note?: ComponentChildren }) => (
  <div class="figure">
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd class="note">{note}</dd>}
  </div>
)

interface PanelProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly aside?: ComponentChildren
}

export const Panel = ({ title, children, aside }: PanelProps) => (
  <section class="panel" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
)
