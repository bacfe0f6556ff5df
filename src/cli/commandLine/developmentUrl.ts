/** Where `cambium dev` listens by default. */
export const developmentUrl = 'http://127.0.0.1:8545'
