import { minutesKept } from '../../metrics/trafficHistory.ts'
import type { AdminRoute } from '../adminRoute.ts'
import { wholeNumberIn } from './queryNumber.ts'

export const traffic: AdminRoute = {
  method: 'GET',
  path: '/api/traffic',
  summary:
    'Calls, errors, refusals, bytes of answers, and the estimated median and 99th percentile of latency, by minute; minutes without traffic are absent.',
  parameters: [{ name: 'minutes', summary: `how many minutes back, up to ${minutesKept}; 60 if absent` }],
  answer: ({ query }, { metrics }) => ({
    json: metrics.traffic
      .last(wholeNumberIn(query, 'minutes', 60, { from: 1, to: minutesKept }))
      .map((minute) => ({ ...minute })),
  }),
}
