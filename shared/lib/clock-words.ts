/** `09:30`, from the minutes since midnight: 24 hours, and 1440 is `24:00`. */
export function timeOfDay(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), Math.round(minute % 60)]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
