import type { ComponentChildren } from 'preact'

interface WideTableProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A table that scrolls sideways where it is wider than the window; the keyboard can scroll it too. */
export const WideTable = ({ title, children }: WideTableProps) => (
  <section class="scroll" tabIndex={0} aria-label={title}>
    <table>{children}</table>
  </section>
)
