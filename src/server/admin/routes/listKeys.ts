import type { AdminRoute } from '../adminRoute.ts'
import { keyObject } from './keyObject.ts'
import { keysOf } from './keyringOf.ts'

export const listKeys: AdminRoute = {
  method: 'GET',
  path: '/api/keys',
  summary:
    'All keys, including revoked and expired ones, oldest first. Secrets are not stored and not shown.',
  parameters: [],
  answer: (_, context) => ({
    json: keysOf(context)
      .list()
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .map((key) => keyObject(key, context.now())),
  }),
}
