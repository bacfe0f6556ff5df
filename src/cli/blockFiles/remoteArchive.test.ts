import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchivedFile } from './archiveManifest.ts'
import { type Answer, FileServer } from './fileServer.cases.ts'
import { RemoteArchive } from './remoteArchive.ts'

const content = Buffer.alloc(600 << 10, 'blocks')
const file: ArchivedFile = {
  name: 'a.blocks.br',
  from: 1,
  to: 10,
  firstHash: new Uint8Array(32),
  lastHash: new Uint8Array(32),
  bytes: content.length,
  sha256: hash('sha256', content, 'buffer'),
}
const { signal } = new AbortController()

describe('RemoteArchive', () => {
  let folder: string
  let server: FileServer
  let archive: RemoteArchive
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-archive-'))
    writeFileSync(join(folder, file.name), content)
    server = await FileServer.open(folder)
    archive = new RemoteArchive(new URL(server.url), 2, { attempts: 3, pauseMs: 1, periodMs: 100 })
  })
  afterEach(() => {
    archive.close()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const target = (): string => join(folder, 'fetched')
  const fetch = () => archive.fetch(file, target(), signal)

  it('stores a file until it is removed', async () => {
    const fetched = await fetch()
    expect(fetched.path).toBe(join(target(), file.name))
    expect(existsSync(fetched.path)).toBe(true)
    fetched.remove()
    expect(readdirSync(target())).toEqual([])
  })

  it.each<readonly [string, Answer]>([
    ['before its first byte', () => {}],
    ['after its first bytes', (response) => void response.write(content.subarray(0, 100))],
    ['after most of it', (response) => void response.write(content.subarray(0, 500 << 10))],
    [
      'without an end, a byte at a time',
      (response) => {
        response.write(content.subarray(0, 500 << 10))
        const timer = setInterval(() => response.write('b'), 5)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('gives up a server that stops %s, after its attempts', async (_, answer) => {
    server.answers.set(file.name, answer)
    await expect(fetch()).rejects.toThrow(/…\/a.blocks.br: the server is too slow, or has stopped sending$/)
    expect(server.asked).toHaveLength(3)
    expect(readdirSync(target())).toEqual([])
  })

  it('repeats a file that a busy server refused', async () => {
    let refusals = 2
    server.answers.set(file.name, (response) =>
      refusals-- > 0 ? response.writeHead(503, { 'retry-after': '0' }).end() : response.end(content),
    )
    await fetch()
    expect(server.asked).toHaveLength(3)
  })

  it('does not wait for a server that wants a long pause', async () => {
    server.answers.set(file.name, (response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await expect(fetch()).rejects.toThrow('a.blocks.br: the server answers HTTP status 429')
    expect(server.asked).toHaveLength(1)
  })

  it('says when nobody answers, without the parts of the address that may be secrets', async () => {
    server.close()
    const problem = await fetch().catch(String)
    expect(problem).toMatch(/http:\/\/127.0.0.1:\d+\/…\/a.blocks.br: the server cannot be reached$/)
  })
})
