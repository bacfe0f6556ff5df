// The table of docs/scale.md: `npm run bench -- scale`.

import { scaleTable } from './fleet/scaleTable.ts'

export async function bench(): Promise<void> {
  console.log(`\n${scaleTable()}\n`)
}
