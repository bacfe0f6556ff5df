import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openNode } from '../openNode.ts'

it('a node starts beside a damaged keystore, and reports it', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-wallet-'))
  const keystores = join(dataFolder, 'regtest', 'keystore')
  mkdirSync(keystores, { recursive: true })
  writeFileSync(join(keystores, 'UTC--damaged'), '{"version":3,')
  const errors: unknown[] = []
  const node = await openNode({ network: 'regtest', dataFolder, onError: (error) => errors.push(error) })
  expect(errors.map(String)).toEqual([
    `Error: ${keystores} has a file without a key: UTC--damaged: is not JSON; restore it from a backup, or remove it`,
  ])
  await node.close()
  rmSync(dataFolder, { recursive: true })
})
