/** Lets everything else that waits have its turn, such as requests of users, before work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
