import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../openStore.ts'
import { storeCases } from '../store.cases.ts'
import type { RunLimits } from './tiers.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'cambium-runs-'))
const stamp = { network: 'regtest', genesisHash: new Uint8Array(32).fill(1) }

/** Nearly every write makes a run, and merges take several writes. */
const tiny: RunLimits = { recent: 4, recentInBulk: 2, fanOut: 2, effort: 3, pause: 1 }

storeCases('LMDB store with small runs', () => {
  const path = newFolder()
  return {
    store: openStore({ ...stamp, path, flush: 'none', runLimits: tiny }),
    remove: () => rmSync(path, { recursive: true }),
  }
})
