import { assumptions, sizesFor } from './model.ts'
import { simulate } from './simulation.ts'

const rates = [1_000, 10_000, 100_000, 300_000] as const

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** The table of docs/scale.md. */
export function scaleTable(): string {
  const columns = rates.map((rate) => {
    const sizes = sizesFor(rate)
    const nodeCores = sizes.nodes * assumptions.coresOfNode
    return {
      rate,
      sizes,
      simulated: simulate({ requestsPerSecond: rate, gateways: sizes.gateways, nodeCores }),
    }
  })
  type Column = (typeof columns)[number]
  const row = (title: string, cell: (column: Column) => string): string =>
    `| ${[title, ...columns.map(cell)].join(' | ')} |`
  return [
    row('requests a second', ({ rate }) => number(rate)),
    `|---|${columns.map(() => '--:|').join('')}`,
    row('processes of nginx', ({ sizes }) => number(sizes.proxies)),
    row('gateways', ({ sizes }) => number(sizes.gateways)),
    row('nodes', ({ sizes }) => number(sizes.nodes)),
    row('shards of Redis, each with a replica', ({ sizes }) => number(sizes.redisShards)),
    row('cores', ({ sizes }) => number(sizes.cores)),
    row('memory, GiB', ({ sizes }) => number(sizes.memoryGiB)),
    row('answers, MB/s', ({ sizes }) => number(sizes.answerMegabytesPerSecond)),
    row('commands of Redis a second', ({ sizes }) => number(sizes.redisCommandsPerSecond)),
    row('data of Redis, GiB', ({ sizes }) => number(sizes.redisGiB, 1)),
    row('dollars a month', ({ sizes }) => number(Math.round(sizes.dollarsPerMonth / 10) * 10)),
    row('load of a gateway, simulated', ({ simulated }) => number(simulated.gatewayLoad, 2)),
    row('load of a core of a node, simulated', ({ simulated }) => number(simulated.nodeLoad, 2)),
    row('p50 without the network, ms, simulated', ({ simulated }) => number(simulated.p50Ms, 2)),
    row('p99, ms, simulated', ({ simulated }) => number(simulated.p99Ms, 2)),
  ].join('\n')
}
