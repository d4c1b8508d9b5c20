/** Does nothing: the single file works offline. */
export function register_service_worker(): void {}
