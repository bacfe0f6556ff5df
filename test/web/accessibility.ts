import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { WatchedPage } from './browser.ts'

interface Findings {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Choice {
  readonly impacts: readonly string[]
  /** Undefined for the rules that axe runs by default. */
  readonly rules?: readonly string[]
}

const everything: Choice = { impacts: ['minor', 'moderate', 'serious', 'critical'] }

/** Serious and critical findings of axe-core, each with the first element. */
export const seriousFindings = (watched: WatchedPage): Promise<readonly string[]> =>
  findings(watched, { ...everything, impacts: ['serious', 'critical'] })

/** Findings that depend on the colour scheme. */
export const colourFindings = (watched: WatchedPage): Promise<readonly string[]> =>
  findings(watched, { ...everything, rules: ['color-contrast', 'link-in-text-block'] })

/** Findings of axe-core, each with the first element. */
export async function findings(
  { page }: WatchedPage,
  { impacts, rules } = everything,
): Promise<readonly string[]> {
  const options = JSON.stringify(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } })
  // The content security policy forbids foreign scripts, but does not apply to evaluation by the debugger.
  const { violations } = await page.evaluate<Findings>(`${source}; axe.run(document, ${options})`)
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}
