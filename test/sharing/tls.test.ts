import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { script } from '../../src/sharing/sharedScript.ts'
import type { SharingSettings } from '../../src/sharing/sharing.ts'
import { Authority, type Certificate, hasOpenssl, hasRedisTls } from '../fleet/certificates.ts'
import { freePort } from '../fleet/freePort.ts'
import { RedisServer } from '../fleet/redisServer.ts'
import { settingsFor, shareIn, sharingWith } from './sharingWorld.ts'

const password = 'rather+secret/password'
const write = script(`return redis.call('SET', KEYS[1], ARGV[1])`)
const canEncrypt = hasOpenssl && hasRedisTls

let authority: Authority
let stranger: Authority
beforeAll(() => {
  if (!canEncrypt) return
  authority = new Authority()
  stranger = new Authority()
})
afterAll(() => {
  authority?.remove()
  stranger?.remove()
})

/** A server with a port for TLS beside the usual one; returns the port. */
async function startEncrypted({ certFile, keyFile }: Certificate, ...words: readonly string[]) {
  const port = await freePort()
  const redis = await RedisServer.start(
    ...['--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-ca-cert-file', authority.file],
    ...['--tls-cert-file', certFile, '--tls-key-file', keyFile, ...words],
  )
  onTestFinished(() => redis.close())
  return { redis, port }
}

const here = (): Certificate => authority.certify('DNS:localhost,IP:127.0.0.1')

/** Why a connection is refused. */
const problemOf = (url: string, settings: Partial<SharingSettings> = {}): Promise<unknown> =>
  sharingWith(settingsFor(url, { openTimeoutMs: 0, authorities: authority.text, ...settings }))
    .open()
    .catch((error: unknown) => error)

describe.skipIf(!canEncrypt)('shared state over TLS', () => {
  it.each(['127.0.0.1', 'localhost'])('is used at %s', async (host) => {
    const { redis, port } = await startEncrypted(here())
    const sharing = await shareIn({ url: `rediss://${host}:${port}` }, { authorities: authority.text })
    expect(await sharing.run(write, ['name'], ['encrypted'])).toBe('OK')
    expect(await redis.ask('GET', 'name')).toContain('encrypted')
  })

  it('is used in a cluster', async () => {
    const words = ['--cluster-enabled', 'yes', '--tls-cluster', 'yes', '--cluster-port']
    const { redis, port } = await startEncrypted(here(), ...words, String(await freePort()))
    await redis.expect('+OK', 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect.poll(() => redis.ask('CLUSTER', 'INFO'), { timeout: 60_000 }).toContain('cluster_state:ok')
    const settings = { authorities: authority.text }
    const sharing = await shareIn({ url: `rediss+cluster://127.0.0.1:${port}` }, settings)
    expect(await sharing.run(write, ['name'], ['encrypted'])).toBe('OK')
  })

  it.each<[string, () => Certificate, string | undefined]>([
    ['is of another authority', () => stranger.certify('IP:127.0.0.1'), undefined],
    ['is of an authority that only others trust', here, 'stranger'],
    ['is of another host', () => authority.certify('DNS:elsewhere.example'), undefined],
    ['has expired', () => authority.certify('IP:127.0.0.1', -1), undefined],
  ])('is refused when the certificate %s', async (_, certificate, trusted) => {
    const { port } = await startEncrypted(certificate())
    const authorities = trusted === undefined ? authority.text : stranger.text
    expect(await problemOf(`rediss://127.0.0.1:${port}`, { authorities })).toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('has a certificate that is not trusted'),
    })
  })

  it('is refused with a wrong password, which is not shown', async () => {
    const { port } = await startEncrypted(here(), '--requirepass', password)
    const url = `rediss://127.0.0.1:${port}`
    const failed = await problemOf(url, { password: 'wrong-one' })
    expect(failed).toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('refuses the user or the password'),
    })
    expect(String(failed)).not.toContain('wrong-one')
    const sharing = await shareIn({ url }, { authorities: authority.text, password })
    expect(await sharing.run(write, ['name'], ['in'])).toBe('OK')
  })

  it('is found again with renewed authorities when the server changes its certificate', async () => {
    const { redis, port } = await startEncrypted(here())
    const settings = { authorities: authority.text }
    const sharing = await shareIn({ url: `rediss://127.0.0.1:${port}` }, settings)
    const { certFile, keyFile } = stranger.certify('IP:127.0.0.1')
    await redis.expect('+OK', 'CONFIG', 'SET', 'tls-cert-file', certFile, 'tls-key-file', keyFile)
    const disconnect = () => redis.ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await disconnect()
    await expect.poll(() => sharing.health().reason).toContain('not trusted')
    sharing.renew({ password: undefined, authorities: stranger.text })
    await expect.poll(() => sharing.isAway).toBe(false)
    expect(await sharing.run(write, ['name'], ['renewed'])).toBe('OK')
  })

  it('is not found at a port without TLS, nor without TLS at a port with it', async () => {
    const { redis, port } = await startEncrypted(here())
    const silent = await problemOf(`rediss://127.0.0.1:${redis.port}`, { connectTimeoutMs: 500 })
    expect(silent).toMatchObject({ problem: 'away', message: expect.stringContaining('did not answer') })
    expect(await problemOf(`redis://127.0.0.1:${port}`)).toMatchObject({ problem: 'away' })
  })
})
