import { executionTimeout } from '../errors/errors.ts'

/** The promise's value, or the timeout error if it takes longer; a later outcome is ignored. */
export function beforeDeadline<T>(promise: Promise<T>, timeoutMs: number, onTimeout: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(executionTimeout())
      onTimeout()
    }, timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
