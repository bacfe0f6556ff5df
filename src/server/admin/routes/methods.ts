import type { AdminRoute } from '../adminRoute.ts'
import { plainJson } from './plainJson.ts'

export const methods: AdminRoute = {
  method: 'GET',
  path: '/api/methods',
  summary:
    'Since the start: each method with its calls and latency, the errors by code, and the refusals by HTTP status.',
  parameters: [],
  answer: (_, { metrics }) => ({
    json: {
      methods: metrics.methods().map(plainJson),
      errors: metrics.errors().map(plainJson),
      refusals: metrics.refusals().map(plainJson),
    },
  }),
}
