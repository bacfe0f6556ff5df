import type { LightUse } from '../src/rpc/method/methodFacts.ts'
import type { Registry } from '../src/rpc/registry/registry.ts'

/* The table of methods in docs/light.md, derived from the registry of methods. */

const headings: Readonly<Record<LightUse, string>> = {
  proved: 'proved against the root in a header',
  executed: 'executed here on proved state',
  complete: 'complete: the blooms of all headers name the blocks to read',
  sent: 'sent to all endpoints; the hash is computed here',
  own: 'known without an endpoint',
  refused: 'refused',
}

/** A row for each way in which a light client treats methods. */
export function lightTable({ methods }: Pick<Registry, 'methods'>): string {
  const rows = Object.entries(headings).map(([use, heading]) => {
    const names = methods.filter(({ light }) => light === use).map(({ name }) => `\`${name}\``)
    return `| ${heading} | ${names.join(', ')} |`
  })
  return ['| answer | methods |', '|---|---|', ...rows].join('\n')
}

/** The page with a table of the present methods in place of the one that it has. */
export const withLightTable = (page: string, registry: Pick<Registry, 'methods'>): string =>
  page.replace(/^\| answer \| methods \|\n(\|.*\n)+/m, `${lightTable(registry)}\n`)
