import type { AdminRoute } from './adminRoute.ts'
import { callNetwork } from './routes/callNetwork.ts'
import { createKey } from './routes/createKey.ts'
import { editKey } from './routes/editKey.ts'
import { listKeys } from './routes/listKeys.ts'
import { methods } from './routes/methods.ts'
import { overview } from './routes/overview.ts'
import { revokeKey } from './routes/revokeKey.ts'
import { rotateKey } from './routes/rotateKey.ts'
import { traffic } from './routes/traffic.ts'
import { usage, usageTable } from './routes/usage.ts'

/** All requests of the admin API, in the order of their documentation. */
export const adminRoutes: readonly AdminRoute[] = [
  overview,
  traffic,
  methods,
  listKeys,
  createKey,
  editKey,
  rotateKey,
  revokeKey,
  usage,
  usageTable,
  callNetwork,
]
