import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ServedKeys } from './apiKeyFolder.ts'
import { describeKeyStore } from './keyStore.cases.ts'

describeKeyStore('keys in a data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = new ServedKeys(folder)
  onTestFinished(() => keys.close())
  // A process opens a folder once; another process sees what it writes because the store is opened again.
  return { keys, other: keys }
})
