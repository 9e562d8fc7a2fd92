// Written by `npm run client -w @filmgate/console` from the description of a server.
export const responseFields: { readonly [operation: string]: readonly string[] } = {
  "DELETE /api/v1/admin/accounts/{id}": [
    "account"
  ],
  "DELETE /api/v1/admin/jobs/{id}/result": [
    "id",
    "state"
  ],
  "DELETE /api/v1/admin/sessions": [
    "ended"
  ],
  "GET /api/v1/admin/account-options": [
    "families",
    "provider_details",
    "providers"
  ],
  "GET /api/v1/admin/accounts": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/addresses": [
    "local_url",
    "tasks_url"
  ],
  "GET /api/v1/admin/api-users": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/audit-log": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/clock": [
    "at",
    "jump"
  ],
  "GET /api/v1/admin/jobs": [
    "data",
    "next_cursor",
    "unreadable"
  ],
  "GET /api/v1/admin/jobs/{id}": [
    "accounts",
    "job",
    "submissions",
    "trail",
    "waiting_for"
  ],
  "GET /api/v1/admin/models": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/overview": [
    "accounts",
    "at",
    "capacity",
    "denying_accounts",
    "disk",
    "last_hour",
    "queue",
    "request_log",
    "retiring_models",
    "started_at",
    "store",
    "today",
    "today_since",
    "version",
    "waiting"
  ],
  "GET /api/v1/admin/request-logs": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/request-logs/histogram": [
    "data"
  ],
  "GET /api/v1/admin/samples": [
    "data",
    "next_cursor",
    "total"
  ],
  "GET /api/v1/admin/second-factor": [
    "recovery_codes_left",
    "state"
  ],
  "GET /api/v1/admin/sessions": [
    "data",
    "next_cursor"
  ],
  "GET /api/v1/admin/settings": [
    "data"
  ],
  "GET /api/v1/admin/store": [
    "disk_full",
    "kind",
    "loss"
  ],
  "GET /api/v1/admin/unreadable-jobs": [
    "data",
    "total"
  ],
  "GET /api/v1/auth/session": [
    "expires_at",
    "user"
  ],
  "GET /local-video/jobs": [
    "jobs"
  ],
  "GET /local-video/jobs/{id}/request": [
    "account",
    "aspect_ratio",
    "duration",
    "generate_audio",
    "model",
    "negative_prompt",
    "prompt",
    "reference_images",
    "resolution"
  ],
  "GET /local-video/models": [
    "defaults",
    "models"
  ],
  "PATCH /api/v1/admin/accounts/{id}": [
    "account"
  ],
  "PATCH /api/v1/admin/api-users/{id}": [
    "api_user"
  ],
  "POST /api/v1/admin/accounts": [
    "account",
    "test"
  ],
  "POST /api/v1/admin/accounts/{id}/test": [
    "account",
    "credits",
    "is_assumed",
    "reason",
    "result"
  ],
  "POST /api/v1/admin/api-users": [
    "api_user",
    "key"
  ],
  "POST /api/v1/admin/api-users/{id}/erase": [
    "api_user"
  ],
  "POST /api/v1/admin/api-users/{id}/revoke-links": [
    "link_epoch"
  ],
  "POST /api/v1/admin/api-users/{id}/rotate": [
    "api_user",
    "key"
  ],
  "POST /api/v1/admin/clock/confirm": [
    "at",
    "jump"
  ],
  "POST /api/v1/admin/jobs/acts": [
    "data"
  ],
  "POST /api/v1/admin/jobs/acts/preview": [
    "data"
  ],
  "POST /api/v1/admin/jobs/{id}/cancel": [
    "job"
  ],
  "POST /api/v1/admin/jobs/{id}/check": [
    "candidates",
    "checked",
    "job"
  ],
  "POST /api/v1/admin/jobs/{id}/look-up": [
    "job",
    "sent_between",
    "work"
  ],
  "POST /api/v1/admin/jobs/{id}/resolve": [
    "job"
  ],
  "POST /api/v1/admin/revoke-links": [
    "link_epoch"
  ],
  "POST /api/v1/admin/second-factor": [
    "secret",
    "uri"
  ],
  "POST /api/v1/admin/second-factor/confirm": [
    "recovery_codes"
  ],
  "POST /api/v1/auth/login": [
    "expires_at",
    "user"
  ],
  "POST /local-video/jobs": [
    "account",
    "aspect_ratio",
    "created_at",
    "duration",
    "generate_audio",
    "id",
    "job_id",
    "model",
    "progress",
    "prompt",
    "resolution",
    "status",
    "updated_at"
  ],
  "POST /local-video/jobs/{id}/check": [
    "checked",
    "job"
  ],
  "PUT /api/v1/admin/settings": [
    "data"
  ]
};
