const paths = (...names: readonly string[]): string[] => names.map((name) => `test/${name}.test.ts`)

/** Tests that damage files and kill processes; other suites leave them out. */
export const damageOnly = paths(
  'peers/misbehavingPeers',
  'peers/snapshotKill',
  'processes/chain',
  'processes/damage',
  'processes/damagedPages',
  'processes/damagedRecords',
  'processes/maintenance',
  'processes/tableExport',
)

/** Tests of which other suites run a short form. */
export const damageToo = paths('processes/fullDisk', 'scenarios/localChain')
