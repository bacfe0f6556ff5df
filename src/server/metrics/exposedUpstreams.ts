import type { Endpoint, UpstreamStatus } from '../networks/endpoint.ts'
import { exposeFamily, type Sample } from './exposition.ts'

/** The upstreams of networks; empty when no network has one. */
export function exposeUpstreams(endpoints: readonly Endpoint[]): string[] {
  const upstreams = endpoints.flatMap(({ name, status }) => {
    const { upstream } = status()
    return upstream === undefined ? [] : [{ network: name, upstream }]
  })
  if (upstreams.length === 0) return []
  const samples = (pick: (upstream: UpstreamStatus) => number | null): Sample[] =>
    upstreams.flatMap(({ network, upstream }) => {
      const value = pick(upstream)
      return value === null ? [] : [{ labels: { network }, value }]
    })
  return [
    exposeFamily(
      'cambium_upstream_head',
      'gauge',
      'Number of the best block of the upstream.',
      samples(({ head }) => head),
    ),
    exposeFamily(
      'cambium_upstream_answers',
      'gauge',
      'Whether the upstream answers about the best block.',
      samples(({ answers }) => (answers ? 1 : 0)),
    ),
    exposeFamily(
      'cambium_upstream_under_way',
      'gauge',
      'Calls that wait for the upstream.',
      samples(({ underWay }) => underWay),
    ),
    exposeFamily(
      'cambium_upstream_calls_total',
      'counter',
      'Calls that the upstream answered, by whether the answer was checked.',
      upstreams.flatMap(({ network, upstream }) => [
        { labels: { network, verified: 'yes' }, value: upstream.verified },
        { labels: { network, verified: 'no' }, value: upstream.unverified },
      ]),
    ),
    exposeFamily(
      'cambium_upstream_failures_total',
      'counter',
      'Calls that the upstream did not answer, by problem.',
      upstreams.flatMap(({ network, upstream }) =>
        Object.entries(upstream.failures).map(([problem, value]) => ({
          labels: { network, problem },
          value,
        })),
      ),
    ),
    exposeFamily(
      'cambium_upstream_seconds_total',
      'counter',
      'Time of all calls that the upstream answered.',
      samples(({ seconds }) => seconds),
    ),
  ]
}
