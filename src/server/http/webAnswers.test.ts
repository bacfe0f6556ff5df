import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openServerWorld, TestNetwork } from '../serverWorld.cases.ts'
import type { WebFile } from '../settings/webFiles.ts'

const fileOf = (text: string, contentType: string): WebFile => {
  const plain = Buffer.from(text)
  return {
    contentType,
    etag: `"${text.length}"`,
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
  }
}
const web = {
  explorer: fileOf('<p>explorer</p>', 'text/html; charset=utf-8'),
  playground: fileOf('<p>playground</p>', 'text/html; charset=utf-8'),
  console: fileOf('<p>console</p>', 'text/html; charset=utf-8'),
  assets: new Map([['main-1234.js', fileOf('run()', 'text/javascript')]]),
}
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('pages for browsers', () => {
  it.each(['/', '/mainnet', '/mainnet/'])('are at the base URL %s of a network', async (path) => {
    const world = await openServerWorld({ web })
    const { status, text, headers } = await world.fetch(path, { headers: browser })
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      '<p>explorer</p>',
      'text/html; charset=utf-8',
    ])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${world.port} wss://127.0.0.1:${world.port};`)
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('include the playground, which brings its own policy', async () => {
    const world = await openServerWorld({ web })
    const { status, text, headers } = await world.fetch('/playground', { headers: browser })
    expect([status, text, headers.get('content-security-policy')]).toEqual([
      200,
      '<p>playground</p>',
      "frame-ancestors 'none'",
    ])
    expect((await world.fetch('/playground', { headers: { accept: '*/*' } })).status).toBe(405)
  })

  it('are not sent to other clients, at other paths, to other hosts or when they are off', async () => {
    const world = await openServerWorld({ web })
    const answers = await Promise.all([
      world.fetch('/', { headers: { accept: '*/*' } }),
      world.fetch('/', { headers: { accept: 'application/json, text/htmlx' } }),
      world.fetch('/some-key', { headers: browser }),
      world.fetch('/-/assets/missing.js', { headers: browser }),
      (await openServerWorld()).fetch('/', { headers: browser }),
    ])
    expect(answers.map(({ status, body }) => [status, body?.error?.message])).toEqual([
      [405, 'invalid request: use POST'],
      [405, 'invalid request: use POST'],
      [405, 'invalid request: use POST'],
      [404, 'invalid request: no network at this path'],
      [405, 'invalid request: use POST'],
    ])
    const connection = await world.connect()
    connection.socket.write(
      'GET /-/assets/main-1234.js HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    )
    await connection.closed
    expect(connection.received).toMatch(/^HTTP\/1.1 400 /)
  })

  it.each(['br', 'gzip', 'identity'])('have immutable assets, sent as %s', async (encoding) => {
    const world = await openServerWorld({ web })
    for (const path of ['/-/assets/main-1234.js', '/mainnet/-/assets/main-1234.js']) {
      const { status, text, headers } = await world.fetch(path, { headers: { 'accept-encoding': encoding } })
      expect([status, text]).toEqual([200, 'run()'])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    }
  })

  it('are not sent again to a browser that has them', async () => {
    const world = await openServerWorld({ web })
    const headers = { ...browser, 'if-none-match': `"other", W/${web.explorer.etag}` }
    expect(await world.fetch('/', { headers })).toMatchObject({ status: 304, text: '' })
  })

  it('may call a network that lists no origins, from the server itself only', async () => {
    const world = await openServerWorld({ web, networks: [new TestNetwork('mainnet', {}, [])] })
    const request = { jsonrpc: '2.0', id: 1, method: 'test_name' }
    const own = `http://127.0.0.1:${world.port}`
    expect((await world.post(request, '/', { origin: own })).body?.result).toBe('mainnet')
    await world.openSocket('/', { origin: own })
    expect((await world.post(request, '/', { origin: 'http://127.0.0.1:1' })).status).toBe(400)
    await expect(world.openSocket('/', { origin: 'https://evil.example' })).rejects.toThrow('400')
  })

  it('ask for a key where keys are needed', async () => {
    const world = await openServerWorld({ web, needsKeys: true })
    expect((await world.fetch('/', { headers: browser })).status).toBe(200)
    expect((await world.call('test_name')).status).toBe(401)
  })
})
