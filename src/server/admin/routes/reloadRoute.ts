import { AdminError, type AdminRoute } from '../adminRoute.ts'

export const reloadRoute: AdminRoute = {
  method: 'POST',
  path: '/api/reload',
  summary:
    'Reads flags, environment and file of settings again, as SIGHUP does, and answers `{ changed, needRestart }`: the settings that have their new values now, and those that differ and need a restart. With a problem nothing changes, and the answer is 400.',
  parameters: [],
  answer(_, { reload }) {
    if (reload === undefined) throw new AdminError(409, 'this service has no settings to read again')
    const reloaded = reload()
    if ('problems' in reloaded) throw new AdminError(400, reloaded.problems.join('; '))
    return { json: reloaded }
  },
}
