import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

/*
 * A Foundry project with its real binaries, which npm has for Linux on x64: without any flag, with a minimum gas price, and with
 * --legacy on a chain that refuses typed transactions as public networks do.
 */

const canRun = process.platform === 'linux' && process.arch === 'x64'
if (!canRun) console.log(`Foundry is skipped: npm has no binaries for ${process.platform} on ${process.arch}`)

/** The first account of the chain. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const chainId = 33
const binaries = {
  forge: 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge',
  cast: 'node_modules/@foundry-rs/cast-linux-amd64/bin/cast',
} as const

describe.runIf(canRun)('a Foundry project', () => {
  let project: InstalledProject
  beforeAll(async () => {
    project = await installProject('foundry')
  })
  afterAll(() => project?.remove())

  it('passes its tests, which run in forge', async () => {
    expect(await project.runBinary('', binaries.forge, 'test')).toContain('3 passed; 0 failed')
  })

  describe.each([
    ['without flags', [], [], '0x2'],
    ['without flags on a chain with a minimum gas price', ['--gas-price', '60000000'], [], '0x2'],
    [
      'with --legacy on a chain that refuses typed transactions',
      ['--accept-typed=false'],
      ['--legacy'],
      '0x0',
    ],
  ] as const)('%s', (_, options, flags, type) => {
    let chain: DevelopmentChain
    beforeAll(async () => {
      chain = await startDevelopmentChain(...options)
    })
    afterAll(() => chain?.stop())

    const run = (program: 'forge' | 'cast', command: string, ...args: readonly string[]): Promise<string> =>
      project.runBinary(chain.url, binaries[program], command, '--rpc-url', chain.url, ...args)
    const send = (program: 'forge' | 'cast', command: string, ...args: readonly string[]): Promise<string> =>
      run(program, command, ...args, '--private-key', key, ...flags)
    const numberOf = async (contract: string): Promise<string> =>
      (await run('cast', 'call', contract, 'number()(uint256)')).trim()

    const create = async (): Promise<string> => {
      const created = await run(
        'forge',
        'create',
        ...['src/Counter.sol:Counter', '--broadcast', '--json', '--private-key', key, ...flags],
        // Last, because everything that follows would be an argument of the constructor.
        ...['--constructor-args', '5'],
      )
      const { deployedTo } = JSON.parse(created.slice(created.indexOf('{')))
      return deployedTo
    }

    it('creates a contract with forge and calls it with cast', async () => {
      const contract = await create()
      expect(await numberOf(contract)).toBe('5')
      const receipt = JSON.parse(await send('cast', 'send', contract, 'set(uint256)', '7', '--json'))
      expect(receipt).toMatchObject({ status: '0x1', type })
      expect(await numberOf(contract)).toBe('7')
      await expect(send('cast', 'send', contract, 'set(uint256)', '1000')).rejects.toThrow('too much')
    })

    it('runs a script that broadcasts its transactions', async () => {
      const options = ['script/Deploy.s.sol:Deploy', '--broadcast']
      const output = await send('forge', 'script', ...options)
      expect(output).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
      const record = join(project.folder, `broadcast/Deploy.s.sol/${chainId}/run-latest.json`)
      const { transactions, receipts } = JSON.parse(readFileSync(record, 'utf8'))
      expect(receipts).toMatchObject([
        { status: '0x1', type },
        { status: '0x1', type },
      ])
      expect(await numberOf(transactions[0].contractAddress)).toBe('42')
    })
  })
})
