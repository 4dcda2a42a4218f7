/** Zones that break careless code: odd offsets, far edges of the day, clock changes for Ramadan. */
export const hardZones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'Africa/Casablanca',
  'UTC',
]
