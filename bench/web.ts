// The explorer with long lists, and chains inside a page: `npm run build && npm run bench -- web`. It needs Chromium (`CHROMIUM`
// names another). `BENCH_ONLY=pages` leaves the lists out.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createNode } from '../src/index.ts'
import { Guestbook } from '../test/web/guestbook.ts'
import { servePages, strictPolicy } from '../test/web/inPage/pageServer.ts'
import { type ServedChain, startDevelopmentChain } from '../test/web/servedChains.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const assets = resolve(import.meta.dirname, '../dist/web/assets')

const bundles = resolve(import.meta.dirname, '../dist/browser')
/** Pages of each kind, each in a browser profile of its own. */
const starts = 5

const blocks = 10_000
const transactions = 1_000
const perSender = 10
/** A round of the loop of `work` takes 61 steps. */
const rounds = 1_700

/** The times of a page in use: its longest task, and the time until it showed the expected content. */
interface Measured {
  readonly name: string
  readonly shownMs: number
  readonly maximumMs: number
  readonly processorMs: number
}

/** Long tasks (over 50 ms) of the page's main thread since the last reading. */
const observe = `
  globalThis.longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask', buffered: true })`

async function measure(page: Page, name: string, use: () => Promise<void>): Promise<Measured> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0
  }
  await page.evaluate('globalThis.longest = 0')
  const [startedAt, before] = [performance.now(), await taskSeconds()]
  await use()
  const shownMs = performance.now() - startedAt
  // Observers report a task after it has ended.
  await page.waitForTimeout(200)
  const maximumMs = await page.evaluate<number>('longest')
  return { name, shownMs, maximumMs, processorMs: ((await taskSeconds()) - before) * 1000 }
}

async function fill(chain: ServedChain): Promise<{ readonly block: number; readonly trace: string }> {
  const [to = ''] = await chain.call<readonly string[]>('eth_accounts')
  const book = await Guestbook.deploy(chain, 'bench')
  const trace = await book.send('work', [BigInt(rounds)], 6_000_000)
  await chain.call('evm_setBlockGasLimit', '0x5f5e100')
  await chain.call('evm_setAutomine', false)
  // The pool holds a few transactions of one account, so many accounts send them.
  for (let sender = 1; sender <= transactions / perSender; sender++) {
    const from = `0x${sender.toString(16).padStart(40, '9')}`
    await chain.call('anvil_setBalance', from, '0xde0b6b3a7640000')
    await chain.call('anvil_impersonateAccount', from)
    for (let sent = 0; sent < perSender; sent++) {
      await chain.call('eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' })
    }
  }
  await chain.call('evm_mine')
  const block = Number(await chain.call<string>('eth_blockNumber'))
  await chain.call('evm_setAutomine', true)
  for (let mined = 0; mined < blocks; mined += 1_000) await chain.call('anvil_mine', '0x3e8')
  return { block, trace }
}

async function use(
  page: Page,
  chain: ServedChain,
  filled: Awaited<ReturnType<typeof fill>>,
): Promise<Measured[]> {
  const go = (fragment: string) => page.evaluate(`location.hash = '${fragment}'`)
  const tab = (name: string | RegExp) => page.getByRole('tab', { name }).click()
  const list = page.locator('.virtual')
  await page.goto(`${chain.url}/`)
  await page.locator('main h1').waitFor()
  return [
    await measure(page, 'home with 360 of 10,000 blocks', async () => {
      await page.getByText('mean of 359 blocks').waitFor()
    }),
    await measure(page, 'ten pages of blocks', async () => {
      await go('#/blocks')
      for (let turn = 0; turn < 10; turn++) {
        await page.locator('tbody tr').nth(24).waitFor()
        const title = await page.locator('.panel h2').textContent()
        await page.getByRole('button', { name: /Older/ }).click()
        await page
          .locator('.panel h2')
          .filter({ hasNotText: title ?? '' })
          .waitFor()
      }
    }),
    await measure(page, `block of ${transactions} transactions, two pages`, async () => {
      await go(`#/block/${filled.block}`)
      await tab(/Transactions/)
      await page.locator('tbody tr').nth(24).waitFor()
      await page.getByRole('button', { name: /Next/ }).last().click()
      await page.getByText('Page 2 of').waitFor()
      await page.locator('tbody tr').nth(24).waitFor()
    }),
    await measure(page, 'trace, until the first step is shown', async () => {
      await go(`#/tx/${filled.trace}`)
      await tab('Steps')
      await page.getByText('PUSH1').first().waitFor({ timeout: 120_000 })
    }),
    await measure(page, 'trace, scrolled through in 100 leaps', async () => {
      for (let leap = 1; leap <= 100; leap++) {
        await list.evaluate((element, share) => {
          element.scrollTop = element.scrollHeight * share
        }, leap / 100)
        await page.waitForTimeout(20)
      }
      await page
        .locator('.step')
        .last()
        .getByText(/STOP|RETURN|JUMP|POP|SWAP/)
        .waitFor()
    }),
  ]
}

function tellSizes(): void {
  const files = readdirSync(assets).filter((name) => name.endsWith('.br'))
  const sizes = files.map((name) => statSync(join(assets, name)).size)
  console.log(
    `all assets in Brotli: ${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} kB in ${files.length} files`,
  )
}

const firstUse: Readonly<Record<string, (url: string) => string>> = {
  'chain, first deployment': () => `async () => {
    const { createNode } = await import('/index.js')
    const node = await createNode()
    const [{ address: from }] = node.accounts
    await node.request({ method: 'eth_sendTransaction', params: [{ from, data: '0x6001600055', gas: '0x186a0' }] })
  }`,
  'light client, first proved balance': (url) => `async () => {
    const { createLightClient } = await import('/light.js')
    const client = await createLightClient({ endpoints: ['${url}'], network: 'regtest' })
    await client.request({ method: 'eth_getBalance', params: ['0x${'42'.repeat(20)}', 'latest'] })
  }`,
}

/** From the first byte of the module to the answer, in pages that have nothing in their caches. */
async function tellFirstUses(browser: Browser): Promise<void> {
  const node = await createNode()
  node.mine(150)
  const { url } = await node.listen()
  const read = (path: string) => {
    const file = join(bundles, path)
    return existsSync(file) && file.endsWith('.js') ? readFileSync(file) : undefined
  }
  const server = await servePages(read, { 'content-security-policy': strictPolicy(url) })
  for (const [name, program] of Object.entries(firstUse)) {
    const times: number[] = []
    for (let start = 0; start < starts; start++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(server.url)
      times.push(
        await page.evaluate<number>(
          `(async (use) => {
            const from = performance.now()
            await use()
            return performance.now() - from
          })(${program(url)})`,
        ),
      )
      await context.close()
    }
    times.sort((one, other) => one - other)
    const [least, middle, most] = [times[0]!, times[starts >> 1]!, times.at(-1)!]
    console.log(`${name}: ${middle.toFixed(0)} ms (${least.toFixed(0)}–${most.toFixed(0)})`)
  }
  await server.close()
  await node.close()
}

function tellBundles(): void {
  for (const folder of [bundles, join(bundles, 'urls')]) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
      const code = readFileSync(join(folder, name))
      const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)
      console.log(
        `${join(folder, name).slice(bundles.length + 1)}: ${kilobytes(code.length)} kB, ${kilobytes(brotliCompressSync(code).length)} in Brotli`,
      )
    }
  }
}

export async function bench(): Promise<void> {
  tellSizes()
  tellBundles()
  const chain = await startDevelopmentChain()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await tellFirstUses(browser)
    if (process.env['BENCH_ONLY'] === 'pages') return
    const filled = await fill(chain)
    const page = await browser.newPage()
    await page.addInitScript(observe)
    for (const { name, shownMs, maximumMs, processorMs } of await use(page, chain, filled)) {
      const longest = maximumMs === 0 ? 'below 50' : maximumMs.toFixed(0)
      console.log(
        `${name}: ${shownMs.toFixed(0)} ms, longest task ${longest} ms, main thread ${processorMs.toFixed(0)} ms`,
      )
    }
    const steps = await page.locator('.stepper-bar [role=status]').textContent()
    console.log(steps)
  } finally {
    await browser.close()
    await chain.stop()
  }
}
