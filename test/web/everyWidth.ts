import { expect } from 'vitest'
import { seriousFindings } from './accessibility.ts'
import type { WatchedPage } from './browser.ts'

const widths = [360, 1280]

/** Expects no findings of axe and no sideways scrolling, on a phone and on a desk. */
export async function expectFine(watched: WatchedPage, name: string): Promise<void> {
  for (const width of widths) {
    await watched.page.setViewportSize({ width, height: 800 })
    expect([name, width, await seriousFindings(watched)]).toEqual([name, width, []])
    expect([name, width, await watched.isWiderThanWindow()]).toEqual([name, width, false])
  }
}
