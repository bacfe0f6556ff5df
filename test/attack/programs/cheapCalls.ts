import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient, type RpcAnswer } from '../client.ts'
import { call, flood, postOf } from '../rawSockets.ts'

const number = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Mining submissions of clients that have done no work. */
export const submissions: Attack = {
  name: 'submissions',
  aim: 'submits blocks without proof of work, short and as long as a body may be',
  isForGateways: true,
  async run({ target }) {
    const path = target.attacker.url.pathname
    const bytes = (length: number): string => `0x${'ab'.repeat(length)}`
    const hashes = new Array(200).fill('ab'.repeat(32)).join(' ')
    const bodies = [
      call('eth_submitWork', bytes(8), bytes(32), bytes(32)),
      call('mnr_submitBitcoinBlock', 'ab'.repeat(2_000_000)),
      call('mnr_submitBitcoinBlockTransactions', bytes(32), 'ab'.repeat(80), 'ab'.repeat(500_000), hashes),
      call(
        'mnr_submitBitcoinBlockPartialMerkle',
        bytes(32),
        'ab'.repeat(80),
        'ab'.repeat(200),
        hashes,
        '0x3e8',
      ),
      call('eth_submitHashrate', bytes(32), bytes(32)),
      call('mnr_getWork'),
    ]
    let sent = 0
    for (const body of bodies)
      sent += await flood(target, { sockets: 40, ms: 800, content: Buffer.from(postOf(path, body)) })
    return { figures: `${number(sent)} submissions in ${bodies.length} kinds`, violations: [] }
  },
}

/** Filters of one key, beyond what it may have. */
export const manyFilters: Attack = {
  name: 'polls',
  aim: 'makes 10,000 filters of three kinds with one key, and polls them while blocks are mined',
  isForGateways: true,
  async run({ target }) {
    const { attacker } = target
    const methods = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter']
    const ids: unknown[] = []
    let refused = 0
    for (let batch = 0; batch < 100; batch++) {
      const requests = Array.from({ length: 100 }, (_, index) =>
        call(methods[index % 3]!, ...(index % 3 === 0 ? [{}] : [])),
      )
      const { text } = await attacker.post(`[${requests.join()}]`)
      const answers: RpcAnswer[] = [JSON.parse(text)].flat()
      for (const { result } of answers)
        if (result === undefined) refused++
        else ids.push(result)
    }
    for (let block = 0; block < 10; block++) await attacker.ask('evm_mine')
    const polls = `[${ids
      .slice(-100)
      .map((id) => call('eth_getFilterChanges', id))
      .join()}]`
    const sent = await flood(target, {
      sockets: 20,
      ms: 2_000,
      content: Buffer.from(postOf(attacker.url.pathname, polls)),
    })
    return {
      figures: `${number(ids.length)} filters, ${number(refused)} refused, ${number(sent * 100)} polls`,
      violations: violationsOf({ 'filters of a key are bounded': refused > 0 || ids.length < 10_000 }),
    }
  },
}

const filtersOfKey = 1_000

/** Filters of many keys, more than a node keeps. */
export const fullFilters: Attack = {
  name: 'places',
  aim: 'fills the store of filters with 101 keys; another key must get its filters, and keep them',
  async run({ target }) {
    const keys = await target.createKeys(101)
    const batch = `[${new Array(100).fill(call('eth_newBlockFilter')).join()}]`
    let made = 0
    const fill = async (some: typeof keys): Promise<void> => {
      for (const { client } of some)
        for (let count = 0; count < filtersOfKey; count += 100) {
          const { text } = await client.post(batch)
          made += text.split('"result"').length - 1
        }
    }
    const parts = Array.from({ length: 4 }, (_, part) => keys.filter((_key, index) => index % 4 === part))
    await Promise.all(parts.map(fill))
    const honest = new KeyClient(target.victim.url.href, 1)
    const { result, error } = await honest.ask('eth_newBlockFilter')
    await fill(keys.slice(0, 5))
    const polled = await honest.ask('eth_getFilterChanges', [result])
    for (const client of [honest, ...keys.map(({ client }) => client)]) client.close()
    return {
      figures: `${number(made)} filters of ${keys.length} keys; that of another: ${error?.message ?? 'made'}, polled: ${polled.error?.message ?? 'yes'}`,
      violations: violationsOf({
        'the store was full': made >= 100_000,
        'another key gets a filter': error === undefined,
        'it keeps the filter': Array.isArray(polled.result),
      }),
    }
  },
}

const paths = [
  '/',
  '/index.html',
  '/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%00',
  `/${'a/'.repeat(3_000)}`,
  '/%',
  '/regtest/../../package.json',
]

/** The explorer's files need no key. */
export const webFiles: Attack = {
  name: 'files',
  aim: 'asks for the pages of the explorer, compressed and in ranges, and for files beside them',
  async run({ target }) {
    const get = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html\r\naccept-encoding: br, gzip\r\nrange: bytes=0-1,2-3,4-5,0-\r\nif-none-match: ${'"x",'.repeat(500)}"y"\r\n\r\n`
    const leaked: string[] = []
    for (const path of paths) {
      const url = `http://127.0.0.1:${target.port}${path}`
      const text = await fetch(url, { headers: { accept: 'text/html' } }).then(
        (answer) => answer.text(),
        () => '',
      )
      if (/root:|"dependencies"/.test(text)) leaked.push(`${path} leaves the folder`)
    }
    const content = Buffer.from(paths.map(get).join(''))
    const sent = await flood(target, { sockets: 60, ms: 3_000, content })
    return {
      figures: `${number(sent * paths.length)} requests for ${paths.length} paths`,
      violations: leaked,
    }
  },
}
