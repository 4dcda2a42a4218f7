/** Fetched once the hours are drawn: with Dexie it weighs more than their page. */
export const scheduleWork = () => import('./work.ts')
