import type { ComponentChildren } from 'preact'
import { keepInAddress, route } from '../routing/route.ts'

export interface Tab {
  readonly name: string
  /** Called when the tab is shown. */
  readonly content: () => ComponentChildren
}

/** The name in the address, without a count: `logs` for `Logs (3)`. */
const tabWord = (name: string): string =>
  name
    .replace(/\s*\(.*$/, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')

/** Tabs with the keys of the ARIA pattern: arrows, Home and End. The address of the page names the open one. */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const wanted = route.value.query.get('tab')
  const chosen = Math.max(
    0,
    tabs.findIndex(({ name }) => tabWord(name) === wanted),
  )
  const choose = (index: number) => keepInAddress('tab', index === 0 ? '' : tabWord(tabs[index]?.name ?? ''))
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
