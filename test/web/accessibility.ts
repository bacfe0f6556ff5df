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

/** Serious and critical findings of axe-core, each with the first element. */
export async function seriousFindings({ page }: WatchedPage): Promise<readonly string[]> {
  // The content security policy forbids scripts of others; the debugger's evaluation is not bound by it.
  const findings = await page.evaluate<Findings>(`${source}; axe.run(document)`)
  return findings.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}
