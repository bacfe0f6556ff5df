import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface Tab {
  readonly name: string
  /** Called when the tab is shown. */
  readonly content: () => ComponentChildren
}

/** Tabs with the keys of the ARIA pattern: arrows, Home and End. */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const [chosen, choose] = useState(0)
  const shown = tabs[chosen] ?? tabs[0]
  const move = (event: KeyboardEvent) => {
    const next = destinations[event.key]?.(chosen, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    const list = event.currentTarget
    if (list instanceof HTMLElement) list.querySelectorAll('button')[next]?.focus()
  }
  return (
    <section class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${index}`}
            aria-selected={index === chosen}
            aria-controls="tab-panel"
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`} key={shown?.name}>
        {shown?.content()}
      </div>
    </section>
  )
}

const destinations: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
