import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { serviceConfiguration } from './serviceConfiguration.ts'
import { configurationOf } from './sources.cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'cambium-fleet-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const secret = 's'.repeat(32)
const secretFile = fileWith('secret', `${secret}\n`)
const asGateway = ['--role', 'gateway', '--fleet-secret-file', secretFile]
const serviceOf = (flags: readonly string[]) => serviceConfiguration(configurationOf({ flags: [...flags] }))

describe('the configuration of a fleet', () => {
  it('is that of a single node by default', () => {
    const { role, nodes, fleetSecret } = serviceOf([])
    expect({ role, nodes, fleetSecret }).toEqual({ role: 'node', nodes: new Map(), fleetSecret: undefined })
  })

  it('lets a gateway serve the networks for which it has nodes', () => {
    const nodes = [
      '--nodes',
      'testnet=http://10.0.0.1:4444/testnet,http://10.0.0.2/',
      '--nodes',
      'mainnet=https://a/',
    ]
    const service = serviceOf([...asGateway, ...nodes])
    expect(service.fleetSecret).toBe(secret)
    expect(service.nodes.get('testnet')).toEqual(['http://10.0.0.1:4444/testnet', 'http://10.0.0.2/'])
    expect(service.networks.map(({ name }) => name)).toEqual(['mainnet', 'testnet'])
  })

  it.each([
    ['a URL of another protocol', ['--nodes', 'mainnet=ftp://a/'], /not one of HTTP/],
    ['a text that is not a URL', ['--nodes', 'mainnet=here'], /not one of HTTP/],
    ['an unknown network', ['--nodes', 'othernet=http://a/'], /"othernet" is not a network/],
    ['a node without a network', ['--nodes', 'http://a/'], /does not name its network/],
    ['a node that is given twice', ['--nodes', 'mainnet=http://a/,http://a/'], /given twice/],
    ['a gateway without nodes', [], /gateway without nodes/],
    [
      'a network without nodes',
      ['--nodes', 'mainnet=http://a/', '--network', 'mainnet,testnet'],
      /nodes has none/,
    ],
    [
      'nodes of another network',
      ['--nodes', 'mainnet=http://a/', '--network', 'testnet'],
      /network does not/,
    ],
  ])('refuses %s', (_, flags, message) => {
    expect(() => serviceOf([...asGateway, ...flags])).toThrow(message)
  })

  it.each([
    ['of the shipped files', fileWith('shipped', `replace-me-${secret}`), /placeholder of the shipped file/],
    ['that is short', fileWith('short', 'secret'), /holds no secret/],
    ['of several lines', fileWith('lines', `${secret}\n${secret}`), /holds no secret/],
    ['that does not exist', join(folder, 'missing'), /cannot be read/],
  ])('refuses a secret %s', (_, path, message) => {
    expect(() => serviceOf(['--fleet-secret-file', path])).toThrow(message)
  })

  it('lets a follower answer its gateways only, and without a secret the programs of its machine', () => {
    const follower = ['--role', 'follower', '--network', 'mainnet']
    expect(serviceOf(follower).access).toBe('open')
    expect(serviceOf([...follower, '--host', '0.0.0.0', '--fleet-secret-file', secretFile]).access).toBe(
      'fleet',
    )
    expect(serviceOf([...follower, '--access', 'open', '--fleet-secret-file', secretFile]).access).toBe(
      'open',
    )
    expect(() => serviceOf([...follower, '--host', '0.0.0.0'])).toThrow(/--fleet-secret-file/)
    expect(() => serviceOf([...follower, '--allow-anonymous'])).toThrow(/put a gateway before it/)
  })

  it('lets a reader serve the networks that have a folder', () => {
    mkdirSync(join(folder, 'data', 'testnet'), { recursive: true })
    const reader = ['--role', 'reader', '--data', join(folder, 'data')]
    const { networks, nodes } = serviceOf([...reader, '--nodes', 'testnet=http://127.0.0.1:4444/testnet'])
    expect([networks.map(({ name }) => name), nodes.size]).toEqual([['testnet'], 1])
    expect(() => serviceOf([...reader, '--nodes', 'testnet=http://a/,http://b/'])).toThrow(/not several/)
    const secret = ['--fleet-secret-file', secretFile]
    expect(serviceOf([...reader, ...secret]).access).toBe('fleet')
    expect(serviceOf([...reader, ...secret, '--access', 'open']).access).toBe('open')
    expect(() => serviceOf([...reader, ...secret, '--access', 'open', '--host', '0.0.0.0'])).toThrow(
      /add --allow-anonymous/,
    )
    expect(() => serviceOf([...reader, '--access', 'keys'])).toThrow(/put a gateway before it/)
    expect(() => serviceOf([...reader, '--peers'])).toThrow(/no peers/)
    expect(() => serviceOf(['--role', 'reader'])).toThrow(/without a folder/)
  })

  it('refuses a gateway without a secret, and nodes without a gateway', () => {
    expect(() => serviceOf(['--role', 'gateway', '--nodes', 'mainnet=http://a/'])).toThrow(/without a secret/)
    expect(() => serviceOf(['--nodes', 'mainnet=http://a/'])).toThrow(/add --role gateway/)
  })
})
