import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'

const program = join(import.meta.dirname, '../../scripts/complete-lock.mjs')
const folder = new TemporaryFolder()
const registry = createServer((request, response) => {
  const isOffered = request.url === '/@scope/offered/1.2.3'
  response.writeHead(isOffered ? 200 : 404).end(JSON.stringify({ dist: { integrity: 'sha512-offered' } }))
})
afterEach(() => {
  registry.close()
  folder.remove()
})

async function run(...words: readonly string[]): Promise<{ status: unknown; output: string }> {
  const { port } = registry.address() as AddressInfo
  const environment = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` }
  const child = spawn(process.execPath, [program, ...words], { env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const [status] = await once(child, 'close')
  return { status, output }
}

describe('the script that completes the lock file', () => {
  it('adds the hashes that the registry has, and names the packages that it does not offer', async () => {
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    const entries = {
      '': { name: 'test' },
      'node_modules/@scope/offered': { version: '1.2.3', optional: true },
      'node_modules/missing': { version: '4.5.6', optional: true },
      'node_modules/whole': { version: '7.8.9', integrity: 'sha512-whole' },
    }
    const path = folder.write('package-lock.json', JSON.stringify({ packages: entries }))
    const place = join(path, '..')
    const checked = await run('--check', place)
    expect(checked).toMatchObject({
      status: 0,
      output: expect.stringContaining('2 packages without integrity'),
    })
    const completed = await run(place)
    expect(completed).toMatchObject({ status: 0, output: expect.stringContaining('missing@4.5.6') })
    expect(completed.output).toContain('1 hashes added')
    expect(JSON.parse(String(folder.read('package-lock.json'))).packages).toMatchObject({
      'node_modules/@scope/offered': { version: '1.2.3', integrity: 'sha512-offered', optional: true },
      'node_modules/missing': { version: '4.5.6', optional: true },
      'node_modules/whole': { integrity: 'sha512-whole' },
    })
  })
})
