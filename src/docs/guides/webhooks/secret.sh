export ENDPOINT='…'             # data._id
export WEBHOOK_SECRET='whsec_…' # data.secret
