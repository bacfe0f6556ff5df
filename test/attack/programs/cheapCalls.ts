import { setTimeout as pause } from 'node:timers/promises'
import { hasRedis, RedisServer } from '../../fleet/redisServer.ts'
import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient, type RpcAnswer } from '../client.ts'
import { anonymousMiB, mainThreadMs } from '../processFigures.ts'
import { call, flood, postOf } from '../rawSockets.ts'

const number = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Mining submissions of clients that have done no work. */
export const submissions: Attack = {
  name: 'submissions',
  aim: 'submits work that nobody has done, short and as long as a body may be',
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

const addresses = 50_000

/** Limits in shared state: as many owners as a forger of addresses can name. */
export const manyOwners: Attack = {
  name: 'owners',
  aim: 'calls as 50,000 addresses behind a trusted proxy, whose limits a fleet shares in Redis',
  isAlone: true,
  async run() {
    if (!hasRedis) return { figures: 'no redis-server', violations: [] }
    const redis = await RedisServer.start()
    const folder = new TemporaryFolder()
    const { running, announced } = await startNode(
      ...['--data', folder.path, '--network', 'regtest', '--host', '::', '--open-to-everybody'],
      ...['--shared', redis.url, '--trusted-proxies', '127.0.0.0/8', '--trusted-proxies', '::ffff:127.0.0.1'],
    )
    const pid = running.child.pid ?? 0
    const port = Number(new URL(announced.networks[0]!.url).port)
    try {
      const body = call('eth_blockNumber')
      const { pathname } = new URL(announced.networks[0]!.url)
      let at = 0
      let isOver = false
      let busiestMs = 0
      let failures = 0
      const client = new KeyClient(`http://127.0.0.1:${port}${pathname}`, 1)
      const victim = async (): Promise<void> => {
        for (; !isOver; await pause(20)) {
          const before = mainThreadMs(pid)
          const { status } = await client
            .post(body, { 'x-forwarded-for': '203.0.113.9' })
            .catch(() => ({ status: 0 }))
          if (status !== 200) failures++
          busiestMs = Math.max(busiestMs, mainThreadMs(pid) - before)
        }
      }
      const observed = victim()
      while (at < addresses) {
        const some = Array.from({ length: 2_000 }, () => {
          const index = at++
          return postOf(
            pathname,
            body,
            `x-forwarded-for: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}\r\n`,
          )
        })
        await flood({ port }, { sockets: 4, ms: 150, content: Buffer.from(some.join('')) })
      }
      isOver = true
      await observed
      client.close()
      const mebibytes = anonymousMiB(pid)
      const info = await redis.ask('INFO', 'memory')
      const sharedMiB = Number(/used_memory:(\d+)/.exec(info)?.[1] ?? 0) / (1 << 20)
      return {
        figures: `${number(addresses)} addresses; the main thread worked ${Math.round(busiestMs)} ms in the victim's longest wait, ${Math.round(mebibytes)} MiB, shared state ${Math.round(sharedMiB)} MiB`,
        violations: violationsOf({
          'the victim is answered': failures === 0,
          'the main thread works for 200 ms at most': busiestMs <= 200,
          'the memory is below 640 MiB': mebibytes < 640,
          'the shared state is below 100 MiB': sharedMiB < 100,
        }),
      }
    } finally {
      await stop(running, 'SIGKILL')
      await redis.close()
      folder.remove()
    }
  },
}
