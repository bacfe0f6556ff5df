import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { Authority, type Certificate, hasOpenssl } from './certificates.ts'
import { FleetWorld, patience } from './fleetWorld.ts'
import { hasRedis } from './redisServer.ts'

/** Decrypts the requests of clients to a node, as a reverse proxy does. */
class TlsProxy {
  readonly #server: Server
  /** Bytes that clients have sent after the handshake. */
  received = 0

  constructor({ certFile, keyFile }: Certificate, nodeUrl: string) {
    const port = Number(new URL(nodeUrl).port)
    const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
    this.#server = createServer(tls, (client) => {
      const node = createConnection({ host: '127.0.0.1', port })
      client.on('data', (bytes) => {
        this.received += bytes.length
      })
      for (const [one, other] of [
        [client, node],
        [node, client],
      ] as const) {
        one.on('error', () => other.destroy())
        one.pipe(other)
      }
    })
    // The handshakes that clients break off.
    this.#server.on('tlsClientError', () => {})
  }

  /** Returns the port. */
  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address()
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('the proxy has no port'))
      })
    })
  }

  close(): void {
    this.#server.close()
  }
}

describe.skipIf(!hasOpenssl || !hasRedis)('a gateway whose nodes are behind TLS', () => {
  let world: FleetWorld
  let authority: Authority
  const proxies: TlsProxy[] = []
  beforeAll(() => {
    buildCambium()
    authority = new Authority()
  })
  afterAll(() => {
    removeBuild()
    authority.remove()
  })
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(async () => {
    await world.close()
    for (const proxy of proxies.splice(0)) proxy.close()
  })

  async function startProxied(certificate: Certificate) {
    const node = await world.startNode([])
    const proxy = new TlsProxy(certificate, node.url)
    proxies.push(proxy)
    return { proxy, port: await proxy.listen(), path: new URL(node.url).pathname }
  }
  const trusting = () => ({ environment: { NODE_EXTRA_CA_CERTS: authority.file } })
  const readiness = async (url: string): Promise<string> => (await fetch(new URL('/ready', url))).text()

  it.each(['127.0.0.1', 'localhost'])('asks a node at %s whose certificate it trusts', async (host) => {
    const { proxy, port, path } = await startProxied(authority.certify('DNS:localhost,IP:127.0.0.1'))
    const gateway = await world.startGateway([{ url: `https://${host}:${port}${path}` }], trusting())
    expect((await ask(gateway.url, 'eth_chainId')).result).toBe('0x21')
    expect(proxy.received).toBeGreaterThan(0)
  })

  it.each<[string, string, number, boolean]>([
    ['of an authority that it does not know', 'IP:127.0.0.1', 2, false],
    ['of another host', 'DNS:elsewhere.example', 2, true],
    ['that has expired', 'IP:127.0.0.1', -1, true],
  ])('tells its secret to no node with a certificate %s', async (_, names, days, isTrusting) => {
    const { proxy, port, path } = await startProxied(authority.certify(names, days))
    const url = `https://127.0.0.1:${port}${path}`
    const gateway = await world.startGateway([{ url }], isTrusting ? trusting() : {})
    await expect.poll(() => readiness(gateway.url), patience).toContain('1 of 1 nodes is away')
    expect((await ask(gateway.url, 'eth_chainId')).error?.code).toBe(-32000)
    expect(proxy.received).toBe(0)
    await world.stop(gateway.running)
    expect((await gateway.running.ended).notes).toMatch(/certificate|altnames/i)
  })
})
