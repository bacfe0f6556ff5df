import { executionTimeout } from '../../rpc/errors.ts'

/** The promise's value, or the time-out error if it takes longer; what it does later is ignored. */
export function beforeDeadline<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(executionTimeout()), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
